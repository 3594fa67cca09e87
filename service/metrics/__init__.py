"""What a process measures of its work, and how it is told to Prometheus."""
