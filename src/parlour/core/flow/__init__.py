"""What flows where in a program, and what follows for the answers that are worth trying."""
