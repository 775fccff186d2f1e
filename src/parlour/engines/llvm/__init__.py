"""LLVM text, and the one way to write it."""
