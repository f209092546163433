variable "billing_api_key" {
  type      = string
  sensitive = true
}

variable "billing_key_secret" {
  description = "Name of the secret in the store"
  type        = string
  default     = "billing/production/key"
}

variable "partition_key" {
  type    = string
  default = "customer_id_and_month_2024"
}
