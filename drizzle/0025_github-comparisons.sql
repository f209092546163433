CREATE TABLE "github_comparisons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"check_id" uuid NOT NULL,
	"host" text NOT NULL,
	"repository_id" bigint NOT NULL,
	"key" text NOT NULL,
	"cause" text NOT NULL,
	"pull_number" integer,
	"base_ref" text NOT NULL,
	"base_sha" text,
	"merge_base" text,
	"is_fork" boolean DEFAULT false NOT NULL,
	"author_may_write" boolean DEFAULT false NOT NULL,
	"is_quiet" boolean DEFAULT false NOT NULL,
	"lifecycle" text NOT NULL,
	"state" text NOT NULL,
	"ended_because" text,
	"base_scan_id" text,
	"head_scan_id" text,
	"changed_lines" jsonb,
	"is_forced" boolean DEFAULT false NOT NULL,
	"base_moved_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "github_comparisons_key" UNIQUE("check_id","key")
);
--> statement-breakpoint
CREATE TABLE "github_left_runs" (
	"host" text NOT NULL,
	"repository_id" bigint NOT NULL,
	"head_sha" text NOT NULL,
	"left_at" timestamp (3) with time zone NOT NULL,
	"retry_at" timestamp (3) with time zone,
	CONSTRAINT "github_left_runs_host_repository_id_head_sha_pk" PRIMARY KEY("host","repository_id","head_sha")
);
--> statement-breakpoint
-- Open checks are converted here. The others are converted when they are first read (`src/github/checks/comparisons-of-check.ts`), so that the locks below are held for a moment only. The columns
-- that they come from stay: the version before reads and writes them while it still runs.
INSERT INTO "github_comparisons" ("id", "check_id", "host", "repository_id", "key", "cause", "pull_number", "base_ref", "base_sha", "is_fork", "author_may_write", "is_quiet", "lifecycle", "state", "ended_because", "base_scan_id", "head_scan_id", "changed_lines", "told_at", "started_at")
SELECT gen_random_uuid(), "id", "host", "repository_id",
	CASE WHEN "cause" = 'pull_request' THEN 'pull:' || coalesce("pull_number", 0) WHEN "cause" = 'merge_group' THEN 'merge_group:' || "base_ref" WHEN "base_sha" IS NULL THEN 'push' ELSE 'push:' || "base_ref" || ':' || "base_sha" END,
	"cause", "pull_number", "base_ref", "base_sha", "is_fork", "author_may_write", "is_quiet",
	CASE "state" WHEN 'superseded' THEN 'superseded' WHEN 'abandoned' THEN 'closed' ELSE 'open' END,
	CASE WHEN "state" IN ('superseded', 'abandoned') THEN 'abandoned' ELSE "state" END,
	"ended_because", "base_scan_id", "head_scan_id", "changed_lines", "created_at", "created_at"
FROM "github_checks" WHERE "concluded_at" IS NULL;
--> statement-breakpoint
ALTER TABLE "github_checks" ADD COLUMN "concluding_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "github_checks" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "github_checks" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "github_checks" ADD COLUMN "retry_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "github_comparisons" ADD CONSTRAINT "github_comparisons_check_id_github_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."github_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_comparisons" ADD CONSTRAINT "github_comparisons_base_scan_id_scans_id_fk" FOREIGN KEY ("base_scan_id") REFERENCES "public"."scans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_comparisons" ADD CONSTRAINT "github_comparisons_head_scan_id_scans_id_fk" FOREIGN KEY ("head_scan_id") REFERENCES "public"."scans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "github_comparisons_pull" ON "github_comparisons" USING btree ("host","repository_id","pull_number");--> statement-breakpoint
CREATE INDEX "github_comparisons_base" ON "github_comparisons" USING btree ("host","repository_id","base_ref") WHERE lifecycle = 'open' and cause = 'pull_request';--> statement-breakpoint
CREATE INDEX "github_comparisons_base_scan" ON "github_comparisons" USING btree ("base_scan_id");--> statement-breakpoint
CREATE INDEX "github_comparisons_head_scan" ON "github_comparisons" USING btree ("head_scan_id");--> statement-breakpoint
CREATE INDEX "github_comparisons_moved" ON "github_comparisons" USING btree ("base_moved_at") WHERE base_moved_at is not null;--> statement-breakpoint
CREATE INDEX "github_left_runs_left" ON "github_left_runs" USING btree ("left_at");