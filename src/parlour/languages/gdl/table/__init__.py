"""How GDL meets people."""
