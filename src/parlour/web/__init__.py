"""The table in the browser: a server that sends views and takes answers."""
