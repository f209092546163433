CREATE TABLE "idempotency_keys" (
	"account_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"lease_id" uuid NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"answer" jsonb,
	CONSTRAINT "idempotency_keys_account_id_endpoint_key_pk" PRIMARY KEY("account_id","endpoint","key")
);
--> statement-breakpoint
CREATE TABLE "scan_progress" (
	"scan_id" text NOT NULL,
	"number" integer NOT NULL,
	"stage" text NOT NULL,
	"percent" integer NOT NULL,
	CONSTRAINT "scan_progress_scan_id_number_pk" PRIMARY KEY("scan_id","number")
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "baseline" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "force" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "progress_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "reuse_key" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "advisory_generations" jsonb;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "examined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "cached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "is_private" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_progress" ADD CONSTRAINT "scan_progress_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "scans_unfinished_of_account" ON "scans" USING btree ("account_id") WHERE status in ('pending', 'scanning');--> statement-breakpoint
CREATE INDEX "scans_reuse" ON "scans" USING btree ("reuse_key","completed_at") WHERE status = 'completed';--> statement-breakpoint
CREATE FUNCTION "tell_scan_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('scan_changed', OLD.id || ' ' || CASE TG_OP WHEN 'DELETE' THEN 'deleted' ELSE NEW.status END);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "scans_changed" AFTER DELETE OR UPDATE OF "status", "stage", "percent" ON "scans" FOR EACH ROW EXECUTE FUNCTION "tell_scan_changed"();
