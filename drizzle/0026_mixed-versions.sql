ALTER TABLE "github_comparisons" ADD COLUMN "missing_since" timestamp (3) with time zone;--> statement-breakpoint
-- Open checks that the migration to comparisons converted: the index below finds those that a worker of the version before still concludes.
UPDATE "github_checks" SET "revision" = 1 WHERE "concluded_at" IS NULL AND "revision" = 0;--> statement-breakpoint
CREATE INDEX "github_checks_concluded_before" ON "github_checks" USING btree ("changed_at") WHERE concluded_at is not null and revision > 0 and (concluding_at is null or concluding_at < created_at);