CREATE TABLE "github_acceptances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"repository_id" bigint NOT NULL,
	"pull_number" integer NOT NULL,
	"comment_id" bigint NOT NULL,
	"check_id" uuid,
	"base_ref" text,
	"fingerprint" text,
	"reason" text,
	"person" text,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "github_acceptances_comment" UNIQUE("host","comment_id")
);
--> statement-breakpoint
ALTER TABLE "github_acceptances" ADD CONSTRAINT "github_acceptances_check_id_github_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."github_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "github_acceptances_pull" ON "github_acceptances" USING btree ("host","repository_id","pull_number");--> statement-breakpoint
CREATE INDEX "github_acceptances_check" ON "github_acceptances" USING btree ("check_id");