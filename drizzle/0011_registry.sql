CREATE TABLE "registry_answers" (
	"address" text PRIMARY KEY NOT NULL,
	"etag" text NOT NULL,
	"answer" jsonb NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"method" text NOT NULL,
	"token" text NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"failure" text,
	"next_check_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"github_host" text,
	"github_repository_id" bigint,
	"github_owner_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "registry_claims_account" UNIQUE("server_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "registry_disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"rule_id" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"review" text,
	"reviewed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "registry_disputes_finding" UNIQUE("server_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "registry_feeds" (
	"base" text PRIMARY KEY NOT NULL,
	"cursor" text,
	"walked_pages" integer DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone,
	"walk_started_at" timestamp (3) with time zone,
	"completed_from" timestamp (3) with time zone,
	"synced_at" timestamp (3) with time zone,
	"last_attempt_at" timestamp (3) with time zone,
	"last_error" text,
	"skipped" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_findings" (
	"server_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"severity" text NOT NULL,
	"category" text NOT NULL,
	"fingerprint" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"document" jsonb NOT NULL,
	CONSTRAINT "registry_findings_server_id_ordinal_pk" PRIMARY KEY("server_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "registry_history" (
	"server_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"scan_id" text NOT NULL,
	"scanned_at" timestamp (3) with time zone NOT NULL,
	"security_score" integer NOT NULL,
	"grade" text NOT NULL,
	"vulnerabilities" jsonb NOT NULL,
	"version" text NOT NULL,
	"cause" text NOT NULL,
	"method" text NOT NULL,
	"advisories" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "registry_history_server_id_number_pk" PRIMARY KEY("server_id","number")
);
--> statement-breakpoint
CREATE TABLE "registry_intake" (
	"id" uuid PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"target" jsonb NOT NULL,
	"url" text NOT NULL,
	"key" text NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"scan_id" text,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registry_intake_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "registry_measurements" (
	"server_id" uuid PRIMARY KEY NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_publications" (
	"base" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"document" jsonb NOT NULL,
	"status" text NOT NULL,
	"is_latest" boolean NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"places" text[] DEFAULT '{}' NOT NULL,
	"server_id" uuid,
	CONSTRAINT "registry_publications_base_name_version_pk" PRIMARY KEY("base","name","version")
);
--> statement-breakpoint
CREATE TABLE "registry_receipts" (
	"scan_id" text PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"envelope" jsonb NOT NULL,
	"key_id" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_revisions" (
	"source_id" uuid NOT NULL,
	"revision" text NOT NULL,
	"scan_id" text NOT NULL,
	"scanned_at" timestamp (3) with time zone NOT NULL,
	"digest" text NOT NULL,
	"results" jsonb NOT NULL,
	"score_basis" jsonb NOT NULL,
	"engine" text NOT NULL,
	"advisory_date" jsonb NOT NULL,
	"inventory_digest" text,
	"tools" jsonb,
	"tools_hash" text,
	"findings" jsonb,
	"scope" jsonb,
	CONSTRAINT "registry_revisions_source_id_revision_pk" PRIMARY KEY("source_id","revision")
);
--> statement-breakpoint
CREATE TABLE "registry_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"source_type" text NOT NULL,
	"repository_url" text DEFAULT '' NOT NULL,
	"npm_package" text DEFAULT '' NOT NULL,
	"pypi_package" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"merged_into" uuid,
	"hidden_at" timestamp (3) with time zone,
	"security_score" integer,
	"grade" text,
	"method" text,
	"version" text,
	"scan_id" text,
	"last_scanned_at" timestamp (3) with time zone,
	"critical" integer DEFAULT 0 NOT NULL,
	"high" integer DEFAULT 0 NOT NULL,
	"medium" integer DEFAULT 0 NOT NULL,
	"low" integer DEFAULT 0 NOT NULL,
	"info" integer DEFAULT 0 NOT NULL,
	"suppressed" integer DEFAULT 0 NOT NULL,
	"maintenance" double precision,
	"popularity" double precision,
	"documentation" double precision,
	"compatibility" double precision,
	"quality" double precision,
	"stars" integer,
	"downloads" bigint,
	"fold_key" text DEFAULT '' NOT NULL,
	"tools_hash" text,
	"scans" integer DEFAULT 0 NOT NULL,
	"score_order" integer GENERATED ALWAYS AS (coalesce(security_score, -1)) STORED NOT NULL,
	"name_order" text collate "C" GENERATED ALWAYS AS (lower(left(name, 200))) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registry_servers_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "registry_signals" (
	"server_id" uuid NOT NULL,
	"signal" text NOT NULL,
	"value" jsonb,
	"score" double precision,
	"source" text NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL,
	"failure" text,
	CONSTRAINT "registry_signals_server_id_signal_pk" PRIMARY KEY("server_id","signal")
);
--> statement-breakpoint
CREATE TABLE "registry_signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"private_key_sealed" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "registry_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"type" text NOT NULL,
	"canonical_url" text NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"declares" jsonb NOT NULL,
	"current_revision" text,
	"resolved_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"joined_by" jsonb,
	"joined_at" timestamp (3) with time zone,
	"joined_from" uuid,
	"is_held_apart" boolean DEFAULT false NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registry_sources_place" UNIQUE("canonical_url","folder")
);
--> statement-breakpoint
CREATE TABLE "registry_tool_changes" (
	"server_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"from_version" text NOT NULL,
	"from_scan_id" text NOT NULL,
	"to_version" text NOT NULL,
	"to_scan_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "registry_tool_changes_server_id_number_pk" PRIMARY KEY("server_id","number")
);
--> statement-breakpoint
CREATE TABLE "registry_tools" (
	"server_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"definition_hash" text NOT NULL,
	"description_hash" text,
	CONSTRAINT "registry_tools_server_id_ordinal_pk" PRIMARY KEY("server_id","ordinal")
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "registry_claims" ADD CONSTRAINT "registry_claims_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_claims" ADD CONSTRAINT "registry_claims_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_disputes" ADD CONSTRAINT "registry_disputes_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_disputes" ADD CONSTRAINT "registry_disputes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_findings" ADD CONSTRAINT "registry_findings_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_history" ADD CONSTRAINT "registry_history_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_measurements" ADD CONSTRAINT "registry_measurements_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_publications" ADD CONSTRAINT "registry_publications_base_registry_feeds_base_fk" FOREIGN KEY ("base") REFERENCES "public"."registry_feeds"("base") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_publications" ADD CONSTRAINT "registry_publications_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_receipts" ADD CONSTRAINT "registry_receipts_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_receipts" ADD CONSTRAINT "registry_receipts_key_id_registry_signing_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."registry_signing_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_revisions" ADD CONSTRAINT "registry_revisions_source_id_registry_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."registry_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_revisions" ADD CONSTRAINT "registry_revisions_inventory_digest_inventories_digest_fk" FOREIGN KEY ("inventory_digest") REFERENCES "public"."inventories"("digest") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_signals" ADD CONSTRAINT "registry_signals_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_sources" ADD CONSTRAINT "registry_sources_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_tool_changes" ADD CONSTRAINT "registry_tool_changes_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_tools" ADD CONSTRAINT "registry_tools_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registry_answers_age" ON "registry_answers" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "registry_claims_check" ON "registry_claims" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "registry_claims_of_account" ON "registry_claims" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "registry_disputes_state" ON "registry_disputes" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "registry_findings_severity" ON "registry_findings" USING btree ("server_id","severity","ordinal");--> statement-breakpoint
CREATE INDEX "registry_intake_due" ON "registry_intake" USING btree ("priority" DESC NULLS LAST,"due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "registry_intake_scan" ON "registry_intake" USING btree ("scan_id") WHERE scan_id is not null;--> statement-breakpoint
CREATE INDEX "registry_measurements_next" ON "registry_measurements" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "registry_publications_server" ON "registry_publications" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "registry_publications_places" ON "registry_publications" USING gin ("places");--> statement-breakpoint
CREATE INDEX "registry_publications_name" ON "registry_publications" USING btree ("name","version","base");--> statement-breakpoint
CREATE INDEX "registry_publications_updated" ON "registry_publications" USING btree ("updated_at","name");--> statement-breakpoint
CREATE INDEX "registry_receipts_server" ON "registry_receipts" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "registry_revisions_inventory" ON "registry_revisions" USING btree ("inventory_digest");--> statement-breakpoint
CREATE INDEX "registry_servers_fold" ON "registry_servers" USING btree ("fold_key") WHERE fold_key <> '';--> statement-breakpoint
CREATE INDEX "registry_servers_updated" ON "registry_servers" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "registry_signing_keys_active" ON "registry_signing_keys" USING btree ((true)) WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "registry_sources_server" ON "registry_sources" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "registry_sources_check" ON "registry_sources" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "registry_tools_name" ON "registry_tools" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "registry_tools_definition" ON "registry_tools" USING btree ("definition_hash");--> statement-breakpoint
CREATE INDEX "registry_tools_description" ON "registry_tools" USING btree ("description_hash") WHERE description_hash is not null;