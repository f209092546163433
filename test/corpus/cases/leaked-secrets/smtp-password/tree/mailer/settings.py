SMTP_HOST = "mail.orders.example"
SMTP_PORT = 587
SMTP_USER = "orders@orders.example"
SMTP_PASSWORD = "{{secret:password}}"
