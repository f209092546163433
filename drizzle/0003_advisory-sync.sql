CREATE TABLE "advisory_unreadable" (
	"feed_id" integer NOT NULL,
	"id" text NOT NULL,
	"listed" timestamp (3) with time zone,
	"problem" text NOT NULL,
	"packages" text[] NOT NULL,
	CONSTRAINT "advisory_unreadable_feed_id_id_pk" PRIMARY KEY("feed_id","id")
);
--> statement-breakpoint
ALTER TABLE "advisories" ADD COLUMN "listed" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "advisory_feeds" ADD COLUMN "full_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "advisory_feeds" ADD COLUMN "export_etag" text;--> statement-breakpoint
ALTER TABLE "advisory_feeds" ADD COLUMN "listing_digest" text;--> statement-breakpoint
ALTER TABLE "advisory_feeds" ADD COLUMN "listing_etag" text;--> statement-breakpoint
ALTER TABLE "advisory_unreadable" ADD CONSTRAINT "advisory_unreadable_feed_id_advisory_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."advisory_feeds"("id") ON DELETE cascade ON UPDATE no action;