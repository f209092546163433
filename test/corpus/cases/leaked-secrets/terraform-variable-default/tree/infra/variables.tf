variable "region" {
  type    = string
  default = "eu-central-1"
}

variable "billing_api_key" {
  description = "Key of the billing service"
  type        = string
  default     = "{{secret:hex-32}}"
}
