"""From a checked rule sheet to the rules of `logic`."""
