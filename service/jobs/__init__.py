"""What RQ runs."""
