CREATE TABLE "rate_usage" (
	"subject" text PRIMARY KEY NOT NULL,
	"quarter_hour" integer NOT NULL,
	"quarter_hour_used" integer NOT NULL,
	"day" integer NOT NULL,
	"day_used" integer NOT NULL,
	"quarter_hour_limit" integer NOT NULL,
	"day_limit" integer NOT NULL,
	"granted" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "quarter_hour_limit" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "day_limit" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "previous_webhook_secret_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "previous_webhook_secret_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "webhook_secret_rotated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
CREATE INDEX "rate_usage_day" ON "rate_usage" USING btree ("day");