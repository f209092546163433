CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"webhook_secret_sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "advisories" (
	"feed_id" integer NOT NULL,
	"id" text NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	"withdrawn" timestamp (3) with time zone,
	"digest" text NOT NULL,
	"document" jsonb NOT NULL,
	CONSTRAINT "advisories_feed_id_id_pk" PRIMARY KEY("feed_id","id")
);
--> statement-breakpoint
CREATE TABLE "advisory_affected" (
	"key" bigserial PRIMARY KEY NOT NULL,
	"feed_id" integer NOT NULL,
	"advisory_id" text NOT NULL,
	"ecosystem" text NOT NULL,
	"package_name" text NOT NULL,
	"entry" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "advisory_feeds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "advisory_feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"base" text NOT NULL,
	"ecosystem" text NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"newest_modified" timestamp (3) with time zone,
	"records" integer DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL,
	"generation" bigint DEFAULT 0 NOT NULL,
	"export_digest" text,
	"last_attempt_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "advisory_feeds_base_ecosystem" UNIQUE("base","ecosystem")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"permissions" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_prefix_unique" UNIQUE("prefix")
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"scan_id" text NOT NULL,
	"ordinal" integer NOT NULL,
	"id" text NOT NULL,
	"severity" text NOT NULL,
	"category" text NOT NULL,
	"state" text NOT NULL,
	"document" jsonb NOT NULL,
	CONSTRAINT "findings_scan_id_ordinal_pk" PRIMARY KEY("scan_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"master_key_check" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"status" text NOT NULL,
	"url" text NOT NULL,
	"target" jsonb NOT NULL,
	"webhook" text,
	"fail_on" text NOT NULL,
	"stage" text NOT NULL,
	"percent" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"source_type" text NOT NULL,
	"source" jsonb,
	"canonical_url" text,
	"results" jsonb,
	"verdict" text,
	"coverage" jsonb,
	"error_code" text,
	"error_message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"estimated_completion_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "advisories" ADD CONSTRAINT "advisories_feed_id_advisory_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."advisory_feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "advisories_id" ON "advisories" USING btree ("id");--> statement-breakpoint
CREATE INDEX "advisory_affected_package" ON "advisory_affected" USING btree ("ecosystem","package_name");--> statement-breakpoint
CREATE INDEX "advisory_affected_advisory" ON "advisory_affected" USING btree ("feed_id","advisory_id");--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "scans_account" ON "scans" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "scans_unfinished" ON "scans" USING btree ("created_at") WHERE status in ('pending', 'scanning');--> statement-breakpoint
CREATE INDEX "scans_previous" ON "scans" USING btree ("account_id","canonical_url","completed_at") WHERE status = 'completed';--> statement-breakpoint
CREATE INDEX "scans_duration" ON "scans" USING btree ("source_type","completed_at") WHERE status = 'completed';