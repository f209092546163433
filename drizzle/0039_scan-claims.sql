CREATE UNLOGGED TABLE "scan_claims" (
	"ticket" uuid PRIMARY KEY NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"is_answered" boolean DEFAULT false NOT NULL,
	"scan_id" text
);
--> statement-breakpoint
CREATE INDEX "scan_claims_requested" ON "scan_claims" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "scans_next_of_account" ON "scans" USING btree ("account_id","priority" DESC NULLS LAST,"created_at","id") WHERE status = 'pending';