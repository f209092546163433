ALTER TABLE "github_acceptances" DROP CONSTRAINT "github_acceptances_check_id_github_checks_id_fk";
--> statement-breakpoint
ALTER TABLE "github_acceptances" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "github_checks" ADD COLUMN "conclusion" text;--> statement-breakpoint
ALTER TABLE "github_checks" ADD COLUMN "failing_findings" integer;--> statement-breakpoint
ALTER TABLE "github_checks" ADD COLUMN "conclusion_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "github_acceptances" ADD CONSTRAINT "github_acceptances_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_acceptances" ADD CONSTRAINT "github_acceptances_check_id_github_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."github_checks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "github_acceptances_account" ON "github_acceptances" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "github_acceptances_accepted" ON "github_acceptances" USING btree ("accepted_at");--> statement-breakpoint
UPDATE "github_acceptances" SET "account_id" = "github_repositories"."account_id" FROM "github_repositories" WHERE "github_acceptances"."fingerprint" IS NOT NULL AND "github_repositories"."host" = "github_acceptances"."host" AND "github_repositories"."repository_id" = "github_acceptances"."repository_id";
