"""What holds, worked out from the bottom up: terms as numbers, joins as generated Python."""
