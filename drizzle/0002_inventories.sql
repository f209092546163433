CREATE TABLE "inventories" (
	"digest" text PRIMARY KEY NOT NULL,
	"components" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "inventory_digest" text;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_inventory_digest_inventories_digest_fk" FOREIGN KEY ("inventory_digest") REFERENCES "public"."inventories"("digest") ON DELETE no action ON UPDATE no action;