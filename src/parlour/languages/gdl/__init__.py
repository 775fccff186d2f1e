"""GDL, the language of general game playing: rule sheets in two spellings, with GDL-II and GDL-III."""
