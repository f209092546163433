CREATE TABLE "github_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"repository_id" bigint NOT NULL,
	"head_sha" text NOT NULL,
	"base_sha" text,
	"base_ref" text NOT NULL,
	"cause" text NOT NULL,
	"pull_number" integer,
	"is_fork" boolean DEFAULT false NOT NULL,
	"author_may_write" boolean DEFAULT false NOT NULL,
	"is_quiet" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"ended_because" text,
	"base_scan_id" text,
	"head_scan_id" text,
	"changed_lines" jsonb,
	"check_run_id" bigint,
	"told_digest" text,
	"annotations_sent" integer DEFAULT 0 NOT NULL,
	"concluded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "github_checks_commit" UNIQUE("host","repository_id","head_sha")
);
--> statement-breakpoint
CREATE TABLE "github_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"payload" jsonb,
	"received_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "github_repositories" (
	"host" text NOT NULL,
	"repository_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"installation_id" bigint NOT NULL,
	"owner_login" text NOT NULL,
	"name" text NOT NULL,
	"is_private" boolean NOT NULL,
	"default_branch" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "github_repositories_host_repository_id_pk" PRIMARY KEY("host","repository_id")
);
--> statement-breakpoint
CREATE TABLE "removals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"scans" integer NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "github_repository_id" bigint;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "project_word" jsonb;--> statement-breakpoint
ALTER TABLE "github_checks" ADD CONSTRAINT "github_checks_base_scan_id_scans_id_fk" FOREIGN KEY ("base_scan_id") REFERENCES "public"."scans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_checks" ADD CONSTRAINT "github_checks_head_scan_id_scans_id_fk" FOREIGN KEY ("head_scan_id") REFERENCES "public"."scans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_repositories" ADD CONSTRAINT "github_repositories_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "github_checks_pull" ON "github_checks" USING btree ("host","repository_id","pull_number");--> statement-breakpoint
CREATE INDEX "github_checks_base_scan" ON "github_checks" USING btree ("base_scan_id");--> statement-breakpoint
CREATE INDEX "github_checks_head_scan" ON "github_checks" USING btree ("head_scan_id");--> statement-breakpoint
CREATE INDEX "github_checks_unfinished" ON "github_checks" USING btree ("changed_at") WHERE concluded_at is null;--> statement-breakpoint
CREATE INDEX "github_deliveries_received" ON "github_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "github_deliveries_waiting" ON "github_deliveries" USING btree ("received_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "github_repositories_account" ON "github_repositories" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "github_repositories_installation" ON "github_repositories" USING btree ("host","installation_id");--> statement-breakpoint
CREATE INDEX "removals_account" ON "removals" USING btree ("account_id","removed_at");--> statement-breakpoint
CREATE INDEX "scans_github_repository" ON "scans" USING btree ("github_repository_id") WHERE github_repository_id is not null;