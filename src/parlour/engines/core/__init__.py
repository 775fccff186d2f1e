"""What both engines of core share: values, words for failures, legal answers."""
