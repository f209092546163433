RED = "#dc2626"
