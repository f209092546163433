CREATE TABLE "file_units" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"unit" "bytea" NOT NULL,
	"used_on" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "tools" jsonb;--> statement-breakpoint
CREATE INDEX "file_units_used" ON "file_units" USING btree ("used_on");