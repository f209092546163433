CREATE TABLE "account_audit" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"github_id" bigint NOT NULL,
	"login" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_github" UNIQUE("host","github_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"person_id" uuid,
	"account_id" uuid,
	"agent" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"github_token_sealed" "bytea",
	"asked_at" timestamp (3) with time zone,
	"managed_accounts" uuid[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "login_links" ADD CONSTRAINT "login_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_audit_account" ON "account_audit" USING btree ("account_id","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "account_audit_age" ON "account_audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "login_links_expiry" ON "login_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_end" ON "sessions" USING btree ("ends_at");--> statement-breakpoint
-- The audit log is only added to: what is a year old may be removed, nothing is changed.
CREATE FUNCTION account_audit_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '365 days' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit log of accounts is only added to';
END $$;
--> statement-breakpoint
CREATE TRIGGER account_audit_stands BEFORE UPDATE OR DELETE ON account_audit FOR EACH ROW EXECUTE FUNCTION account_audit_stands();
--> statement-breakpoint
CREATE TRIGGER account_audit_stands_whole BEFORE TRUNCATE ON account_audit FOR EACH STATEMENT EXECUTE FUNCTION account_audit_stands();
