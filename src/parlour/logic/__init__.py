"""GDL's representation: rules, what makes them valid, grounding, and the propositional net. No IO, no engine."""
