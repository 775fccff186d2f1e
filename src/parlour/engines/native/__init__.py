"""Engine `native`: core to machine code by LLVM, agreeing with the Python engine to the letter."""
