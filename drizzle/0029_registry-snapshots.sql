ALTER TABLE "accounts" ADD COLUMN "resolves_private_sources" boolean;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "registry_snapshot_at" timestamp (3) with time zone;