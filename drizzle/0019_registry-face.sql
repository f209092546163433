-- Every three characters that stand together in a text, lower case: what has a part of it has all of that part's.
CREATE FUNCTION registry_grams(text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
DECLARE
  lowered text := lower($1);
  grams text[] := '{}';
BEGIN
  FOR place IN 1 .. char_length(lowered) - 2 LOOP
    grams := grams || substr(lowered, place, 3);
  END LOOP;
  RETURN grams;
END $$;
--> statement-breakpoint
CREATE INDEX registry_publications_grams ON registry_publications USING gin (registry_grams(name)) WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
CREATE INDEX registry_servers_grams ON registry_servers USING gin (registry_grams(slug)) WITH (gin_pending_list_limit = 256) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
-- Whether any server was scored with another version of the formula is read from its two ends.
CREATE INDEX registry_servers_method ON registry_servers (method) WHERE method IS NOT NULL;
