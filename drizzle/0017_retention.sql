CREATE TABLE "account_deletions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"removed" jsonb NOT NULL,
	"digest" text
);
--> statement-breakpoint
CREATE INDEX "account_deletions_account" ON "account_deletions" USING btree ("account_id");