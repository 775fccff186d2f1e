"""A scene, or the flow of a game, laid out as a drawing: see `tables.lay_out` and `flow.lay_out_flow`."""
