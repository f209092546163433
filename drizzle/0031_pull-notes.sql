CREATE TABLE "github_pull_notes" (
	"host" text NOT NULL,
	"repository_id" bigint NOT NULL,
	"pull_number" integer NOT NULL,
	"comment_id" bigint,
	"review_id" bigint,
	"comment_digest" text,
	"review_digest" text,
	CONSTRAINT "github_pull_notes_host_repository_id_pull_number_pk" PRIMARY KEY("host","repository_id","pull_number")
);
