terraform {
  required_version = ">= 1.6"
}

provider "aws" {
  region     = "us-east-1"
  access_key = "{{secret:aws-access-key-id}}"
  secret_key = "{{secret:aws-secret-access-key}}"
}

resource "aws_s3_bucket" "logs" {
  bucket = "orders-access-logs"
}
