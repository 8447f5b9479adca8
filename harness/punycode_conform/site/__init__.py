"""Static pages of the published results: no network, no server, and nothing that a script must do."""
