CREATE TABLE "github_installations" (
	"host" text NOT NULL,
	"installation_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"owner_id" bigint NOT NULL,
	"owner_login" text NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "github_installations_host_installation_id_pk" PRIMARY KEY("host","installation_id"),
	CONSTRAINT "github_installations_owner" UNIQUE("host","owner_id")
);
--> statement-breakpoint
ALTER TABLE "github_installations" ADD CONSTRAINT "github_installations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "github_installations_account" ON "github_installations" USING btree ("account_id","host",lower("owner_login"));