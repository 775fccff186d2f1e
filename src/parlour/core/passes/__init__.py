"""What is done to a program of core before it runs, and what is found out about it.

Passes change a program, in this order; `pipeline.py` runs them, and `parlour show --core --after PASS` prints what each
leaves behind:

    order            what may ask becomes a statement (A-normal form)
    places           every statement has a place in the source
    unpeeling        what is asked before a loop and again at its end is asked at one place in it
    constant_fields  a field that holds the same in all objects is left out (dead field elimination)
    sinking          an object is made where it is used, if at all (code sinking)
    uniqueness       what only one local holds is changed in place of being made anew
    tail_calls       `return f(x)` gives up its own frame
    guards           functions tell which answers the program would refuse (partial evaluation)

Analyses change nothing; engines and the verifier ask them:

    call_graph       who calls whom, and what follows from it
    effects          what a function may do besides giving a result
    nonlocal_exits   which tags a function may abandon past its own end
    ranges           bounds of ints, and what conditions say about them
    small_ints       where ints are kept that always fit into 32 bits (greatest fixpoint)
    suspension       where a program can stop, and what is live there
"""
