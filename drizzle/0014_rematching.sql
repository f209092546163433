CREATE TABLE "advisory_activity" (
	"advisory_id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"aliases" text[] NOT NULL,
	"url" text NOT NULL,
	"summary" text NOT NULL,
	"severity" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "advisory_effects" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"advisory_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"change" text NOT NULL,
	"severity" text NOT NULL,
	"score_before" integer NOT NULL,
	"score_after" integer NOT NULL,
	"server_id" uuid,
	"account_id" uuid,
	"scan_id" text
);
--> statement-breakpoint
CREATE TABLE "advisory_matching" (
	"id" integer PRIMARY KEY NOT NULL,
	"matched_by" text NOT NULL,
	"matched_up_to" integer
);
--> statement-breakpoint
CREATE TABLE "package_flaws" (
	"package_version_id" integer NOT NULL,
	"advisory_id" text NOT NULL,
	"ordinal" integer NOT NULL,
	"ids" text[] NOT NULL,
	"digest" text NOT NULL,
	"flaw" jsonb NOT NULL,
	CONSTRAINT "package_flaws_package_version_id_advisory_id_pk" PRIMARY KEY("package_version_id","advisory_id")
);
--> statement-breakpoint
CREATE TABLE "package_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "package_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ecosystem" text NOT NULL,
	"package_name" text NOT NULL,
	"version" text NOT NULL,
	CONSTRAINT "package_versions_name" UNIQUE("ecosystem","package_name","version")
);
--> statement-breakpoint
CREATE TABLE "rematch_inventories" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"cause" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "touched_packages" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"ecosystem" text NOT NULL,
	"package_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "registry_history" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inventories" ADD COLUMN "package_versions" integer[];--> statement-breakpoint
ALTER TABLE "advisory_effects" ADD CONSTRAINT "advisory_effects_advisory_id_advisory_activity_advisory_id_fk" FOREIGN KEY ("advisory_id") REFERENCES "public"."advisory_activity"("advisory_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advisory_effects" ADD CONSTRAINT "advisory_effects_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advisory_effects" ADD CONSTRAINT "advisory_effects_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advisory_effects" ADD CONSTRAINT "advisory_effects_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_flaws" ADD CONSTRAINT "package_flaws_package_version_id_package_versions_id_fk" FOREIGN KEY ("package_version_id") REFERENCES "public"."package_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rematch_inventories" ADD CONSTRAINT "rematch_inventories_digest_inventories_digest_fk" FOREIGN KEY ("digest") REFERENCES "public"."inventories"("digest") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "advisory_activity_at" ON "advisory_activity" USING btree ("at" DESC NULLS LAST,"advisory_id");--> statement-breakpoint
CREATE UNIQUE INDEX "advisory_effects_server" ON "advisory_effects" USING btree ("server_id","advisory_id") WHERE server_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "advisory_effects_scan" ON "advisory_effects" USING btree ("scan_id","advisory_id") WHERE scan_id is not null;--> statement-breakpoint
CREATE INDEX "advisory_effects_advisory" ON "advisory_effects" USING btree ("advisory_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "advisory_effects_account" ON "advisory_effects" USING btree ("account_id","advisory_id") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "package_flaws_ids" ON "package_flaws" USING gin ("ids");--> statement-breakpoint
CREATE INDEX "rematch_inventories_digest" ON "rematch_inventories" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "inventories_package_versions" ON "inventories" USING gin ("package_versions") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "inventories_not_looked_up" ON "inventories" USING btree ("digest") WHERE package_versions is null;--> statement-breakpoint
CREATE INDEX "scans_inventory" ON "scans" USING btree ("inventory_digest") WHERE inventory_digest is not null;