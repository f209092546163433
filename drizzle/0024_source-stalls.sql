CREATE TABLE "source_stalls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_key" text NOT NULL,
	"stalled_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "source_stalls_of_source" ON "source_stalls" USING btree ("source_key","stalled_at");