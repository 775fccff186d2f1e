"""Games that are given as logical rules: what the rules say, what follows from them, and the net they become.

It does no input or output, reads no clock and draws nothing; engines `rules` and `net` play what is made here.

    rules.py            rule sheets as data: terms, literals, rules
    substitution.py     variables replaced by terms: unification, equalities solved
    listing.py          the one order of ground terms
    table.py            what a language tells engines about words and pictures
    dependencies.py     which relation depends on which: strata and recursion
    components.py       what needs each other, together (Tarjan)
    information.py      whether a game has chance, secrets, or asks who knows what
    domains.py          which constants can stand at which place

    evaluation/         what holds, worked out from the bottom up
      terms.py            ground terms as numbers
      text.py             the Python text of a join while it is written, for engine `rules` as well
      order.py            in which order a join looks at its conditions
      joins.py            joins over growing tables (semi-naive evaluation), for the two below
      statics.py          what never changes, or holds in one state
      reference.py        the plain evaluation that judges all others (naive evaluation)

    grounding/          every atom and every instance of a rule that a game can have
      prepare.py          rules that matter
      split.py            long rules in pieces (bucket elimination)
      strata.py           what can be worked out before play, and in which order
      grounding.py        relations as a whole
      asked.py            large games: only as far as somebody asks, by the next two
      lasting.py          facts that never change
      demand.py           guards that say what is asked for (magic sets)

    net/                the propositional net
      graph.py            every formula once (and-inverter graph)
      net.py              ground rules → formulas: here a negation becomes a gate
      transfers.py        sums over moves that many formulas share
      implications.py     what holds whenever a formula does
      exclusion.py        facts that are never true together (inductive invariants)
      choice.py           choosing a move uniformly, as formulas
"""
