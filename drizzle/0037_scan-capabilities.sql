CREATE TABLE "scan_capabilities" (
	"scan_id" text PRIMARY KEY NOT NULL,
	"installed" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scan_capabilities" ADD CONSTRAINT "scan_capabilities_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;