CREATE TABLE "github_workflow_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "github_host" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "github_repository_id" bigint;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "submitted_by_key" uuid;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "as_anybody" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "github_workflow_tokens_expiry" ON "github_workflow_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_keys_repository" ON "api_keys" USING btree ("github_host","github_repository_id") WHERE github_repository_id is not null;