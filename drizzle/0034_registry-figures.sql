CREATE TABLE "registry_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_server_rules" (
	"rule_id" text NOT NULL,
	"server_id" uuid NOT NULL,
	"findings" integer NOT NULL,
	CONSTRAINT "registry_server_rules_rule_id_server_id_pk" PRIMARY KEY("rule_id","server_id")
);
--> statement-breakpoint
ALTER TABLE "registry_server_rules" ADD CONSTRAINT "registry_server_rules_server_id_registry_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."registry_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registry_server_rules_server" ON "registry_server_rules" USING btree ("server_id");
--> statement-breakpoint
-- Triggers keep the rules of each server, so that the version before, which does not know them, writes them too. The job
-- count-registry-figures counts the findings stored until now, because that takes as long as there are findings.
CREATE FUNCTION registry_findings_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO registry_server_rules AS known (rule_id, server_id, findings)
  SELECT document->>'ruleId', server_id, count(*) FROM changes GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (rule_id, server_id) DO UPDATE SET findings = known.findings + excluded.findings;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION registry_findings_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE registry_server_rules known SET findings = known.findings - gone.findings
  FROM (SELECT document->>'ruleId' AS rule_id, server_id, count(*) AS findings FROM changes GROUP BY 1, 2) gone
  WHERE known.rule_id = gone.rule_id AND known.server_id = gone.server_id;
  DELETE FROM registry_server_rules WHERE server_id IN (SELECT server_id FROM changes) AND findings <= 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER registry_findings_counted AFTER INSERT ON registry_findings REFERENCING NEW TABLE AS changes FOR EACH STATEMENT EXECUTE FUNCTION registry_findings_counted();--> statement-breakpoint
CREATE TRIGGER registry_findings_uncounted AFTER DELETE ON registry_findings REFERENCING OLD TABLE AS changes FOR EACH STATEMENT EXECUTE FUNCTION registry_findings_uncounted();