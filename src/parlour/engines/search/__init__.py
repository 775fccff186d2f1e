"""A search tree in compiled code, shared by the engines that search: it knows neither arenas nor nets."""
