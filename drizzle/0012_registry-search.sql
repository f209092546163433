-- What the catalogue of the registry is read from: indexes of its lists, counts that are kept, and its search. Triggers keep
-- all of it, so that whoever writes servers need not know.

CREATE FUNCTION registry_is_shown(hidden_at timestamptz, merged_into uuid) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
-- Lists: one index for each order, alone and behind the filters that leave too much to sort and too little to walk through. What else is filtered by stands
-- beside, so that deep pages are walked to in the index alone. A server that is not active is rare: a walk by the first index would pass all others.
CREATE INDEX registry_list_score ON registry_servers (score_order, id) INCLUDE (category, grade, source_type, language, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_name ON registry_servers (name_order, id) INCLUDE (category, grade, source_type, language, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_created ON registry_servers (created_at, id) INCLUDE (category, grade, source_type, language, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_category_score ON registry_servers (category, score_order, id) INCLUDE (grade, source_type, language, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_category_name ON registry_servers (category, name_order, id) INCLUDE (grade, source_type, language, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_category_created ON registry_servers (category, created_at, id) INCLUDE (grade, source_type, language, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_language_score ON registry_servers (language, score_order, id) INCLUDE (grade, source_type, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_language_name ON registry_servers (language, name_order, id) INCLUDE (grade, source_type, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_language_created ON registry_servers (language, created_at, id) INCLUDE (grade, source_type, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_grade_name ON registry_servers (grade, name_order, id) INCLUDE (source_type, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_grade_created ON registry_servers (grade, created_at, id) INCLUDE (source_type, status) WHERE hidden_at IS NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX registry_list_inactive_score ON registry_servers (status, score_order, id) INCLUDE (category, grade, source_type, language) WHERE hidden_at IS NULL AND merged_into IS NULL AND status <> 'active';--> statement-breakpoint
CREATE INDEX registry_list_inactive_name ON registry_servers (status, name_order, id) INCLUDE (category, grade, source_type, language) WHERE hidden_at IS NULL AND merged_into IS NULL AND status <> 'active';--> statement-breakpoint
CREATE INDEX registry_list_inactive_created ON registry_servers (status, created_at, id) INCLUDE (category, grade, source_type, language) WHERE hidden_at IS NULL AND merged_into IS NULL AND status <> 'active';--> statement-breakpoint
-- Room for changes of what no index has (signals, texts) in the page of the row.
ALTER TABLE registry_servers SET (fillfactor = 85);
--> statement-breakpoint
-- How many servers there are of each kind, with what they sum up to: changes are appended, so that no two writers wait for one row, and made one row a kind by a job.
CREATE TABLE registry_tallies (
  category text NOT NULL,
  grade text NOT NULL,
  source_type text NOT NULL,
  language text NOT NULL,
  status text NOT NULL,
  servers integer NOT NULL,
  scans bigint NOT NULL,
  critical bigint NOT NULL,
  high bigint NOT NULL,
  medium bigint NOT NULL,
  low bigint NOT NULL,
  info bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE registry_score_tallies (score integer NOT NULL, servers integer NOT NULL);
--> statement-breakpoint
-- The words of a text in their order, lower case. What stands between them is every character of ASCII that is no letter and no digit.
CREATE FUNCTION registry_terms(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_remove(regexp_split_to_array(lower($1), '[\x01-\x2f\x3a-\x60\x7b-\x7f]+'), '');
--> statement-breakpoint
-- aCamelName, and ANAMELikeThis, with spaces where its words begin.
CREATE FUNCTION registry_parted(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN $1 = lower($1) THEN $1 ELSE regexp_replace(regexp_replace($1, '([a-z0-9])([A-Z])', '\1 \2', 'g'), '([A-Z])([A-Z][a-z])', '\1 \2', 'g') END;
--> statement-breakpoint
-- A name without what stands between its words: how names are compared.
CREATE FUNCTION registry_name_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(array_to_string(registry_terms($1), ''), 100);
--> statement-breakpoint
-- Words as they are searched for: what is longer than a word is cut, as long ones do not fit into an index.
CREATE FUNCTION registry_bounded(words text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  FOR place IN 1 .. cardinality(words) LOOP
    IF char_length(words[place]) > 60 THEN
      words[place] := left(words[place], 60);
    END IF;
  END LOOP;
  RETURN words;
END $$;
--> statement-breakpoint
-- Words by which a name is found: as it is written, as its letters part it, neighbours as one, all as one.
CREATE FUNCTION registry_name_words(name text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  -- A loop, where a query would cost ten times as much.
  parts text[] := registry_terms(registry_parted(name));
  words text[] := registry_terms(name) || parts || registry_name_key(name) || registry_name_key(regexp_replace(name, '^.*/', ''));
BEGIN
  FOR place IN 1 .. least(cardinality(parts) - 1, 30) LOOP
    words := words || (parts[place] || parts[place + 1]);
  END LOOP;
  RETURN registry_bounded(array_remove(words, ''));
END $$;
--> statement-breakpoint
-- Hashes of a word and of what is left of it without one of its characters: two words within one edit of each other share one (SymSpell).
CREATE FUNCTION registry_deletions(word text) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  hashes integer[] := '{}';
BEGIN
  FOR place IN 1 .. char_length(word) + 1 LOOP
    hashes := hashes || ('x' || left(md5(left(word, place - 1) || substr(word, place + 1)), 8))::bit(32)::integer;
  END LOOP;
  RETURN hashes;
END $$;
--> statement-breakpoint
-- What comes first where two servers match a search alike, 0 to 100: what many use, then what is safe.
CREATE FUNCTION registry_rank(popularity double precision, security_score integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN round((2 * coalesce(popularity, 0) + coalesce(security_score, 0)) / 3)::integer;
--> statement-breakpoint
-- What is searched. Apart from the servers, as a change of a score would otherwise write all words of a text into their index again.
CREATE TABLE registry_search (
  server_id uuid PRIMARY KEY,
  rank integer NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  -- The name without its scope.
  bare_key text COLLATE "C" NOT NULL,
  name_words tsvector NOT NULL,
  words tsvector NOT NULL,
  category text NOT NULL,
  grade text,
  source_type text NOT NULL,
  language text NOT NULL,
  status text NOT NULL
) WITH (fillfactor = 85);
--> statement-breakpoint
CREATE INDEX registry_search_rank ON registry_search (rank DESC, server_id);--> statement-breakpoint
CREATE INDEX registry_search_name ON registry_search (name_key);--> statement-breakpoint
CREATE INDEX registry_search_bare_name ON registry_search (bare_key);--> statement-breakpoint
-- The list of what is not in the index yet is read by every search: a short one.
CREATE INDEX registry_search_name_words ON registry_search USING gin (name_words) WITH (gin_pending_list_limit = 256);--> statement-breakpoint
CREATE INDEX registry_search_words ON registry_search USING gin (words) WITH (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER TABLE registry_search ALTER COLUMN name_words SET STATISTICS 500, ALTER COLUMN words SET STATISTICS 500;
--> statement-breakpoint
-- Every word of every server, for finding those that begin like another or are one edit away from it. How many servers have it is counted by a job.
CREATE TABLE registry_words (
  word text COLLATE "C" PRIMARY KEY,
  deletions integer[] NOT NULL,
  servers integer NOT NULL DEFAULT 1,
  named integer NOT NULL DEFAULT 1
);
--> statement-breakpoint
CREATE INDEX registry_words_deletions ON registry_words USING gin (deletions) WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
CREATE FUNCTION registry_add_to_search(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH texts AS MATERIALIZED (
    SELECT s.id, registry_name_words(name)
      || CASE WHEN npm_package IN ('', name) THEN '{}' ELSE registry_name_words(npm_package) END
      || CASE WHEN pypi_package IN ('', name) THEN '{}' ELSE registry_name_words(pypi_package) END AS of_name,
      registry_bounded(registry_terms(left(description, 2000))) AS of_text
    FROM registry_servers s WHERE id = ANY (ids) AND hidden_at IS NULL AND merged_into IS NULL
  )
  INSERT INTO registry_search (server_id, rank, name_key, bare_key, name_words, words, category, grade, source_type, language, status)
  SELECT id, registry_rank(popularity, security_score), registry_name_key(name), registry_name_key(regexp_replace(name, '^.*/', '')), array_to_tsvector(of_name), array_to_tsvector(of_name || of_text), category, grade, source_type, language, status
  FROM texts JOIN registry_servers USING (id)
  ON CONFLICT (server_id) DO UPDATE SET rank = excluded.rank, name_key = excluded.name_key, bare_key = excluded.bare_key, name_words = excluded.name_words, words = excluded.words, category = excluded.category, grade = excluded.grade, source_type = excluded.source_type, language = excluded.language, status = excluded.status;
  -- In their order, so that two writers of the same new words wait for each other one way only. Numbers and hashes are not kept: there is no end of them.
  INSERT INTO registry_words (word, deletions)
  SELECT word, registry_deletions(word) FROM (
    SELECT DISTINCT unnest(registry_terms(registry_parted(concat_ws(' ', name, npm_package, pypi_package))) || registry_terms(left(description, 2000))) AS word
    FROM registry_servers s WHERE s.id = ANY (ids) AND hidden_at IS NULL AND merged_into IS NULL
  ) fresh
  WHERE char_length(word) BETWEEN 1 AND 30 AND word !~ '[0-9].*[0-9].*[0-9].*[0-9].*[0-9]' AND NOT EXISTS (SELECT FROM registry_words known WHERE known.word = fresh.word AND known.servers > 0)
  ORDER BY word
  -- One that no server had, and that would be forgotten.
  ON CONFLICT (word) DO UPDATE SET servers = 1 WHERE registry_words.servers = 0;
END $$;
--> statement-breakpoint
CREATE FUNCTION registry_servers_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO registry_tallies SELECT category, coalesce(grade, ''), source_type, language, status, count(*), sum(scans), sum(critical), sum(high), sum(medium), sum(low), sum(info) FROM later WHERE registry_is_shown(hidden_at, merged_into) GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO registry_score_tallies SELECT security_score, count(*) FROM later WHERE registry_is_shown(hidden_at, merged_into) AND security_score IS NOT NULL GROUP BY 1;
  PERFORM registry_add_to_search((SELECT array_agg(id) FROM later));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION registry_servers_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO registry_tallies SELECT category, coalesce(grade, ''), source_type, language, status, -count(*), -sum(scans), -sum(critical), -sum(high), -sum(medium), -sum(low), -sum(info) FROM earlier WHERE registry_is_shown(hidden_at, merged_into) GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO registry_score_tallies SELECT security_score, -count(*) FROM earlier WHERE registry_is_shown(hidden_at, merged_into) AND security_score IS NOT NULL GROUP BY 1;
  DELETE FROM registry_search WHERE server_id IN (SELECT id FROM earlier);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION registry_servers_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH signed AS (
    SELECT -1 AS sign, e.* FROM earlier e UNION ALL SELECT 1, l.* FROM later l
  )
  INSERT INTO registry_tallies
  SELECT category, coalesce(grade, ''), source_type, language, status, sum(sign), sum(sign * scans), sum(sign * critical), sum(sign * high), sum(sign * medium), sum(sign * low), sum(sign * info)
  FROM signed WHERE registry_is_shown(hidden_at, merged_into) GROUP BY 1, 2, 3, 4, 5
  HAVING sum(sign) <> 0 OR sum(sign * scans) <> 0 OR sum(sign * critical) <> 0 OR sum(sign * high) <> 0 OR sum(sign * medium) <> 0 OR sum(sign * low) <> 0 OR sum(sign * info) <> 0;
  INSERT INTO registry_score_tallies
  SELECT security_score, sum(sign) FROM (
    SELECT -1 AS sign, security_score, hidden_at, merged_into FROM earlier UNION ALL SELECT 1, security_score, hidden_at, merged_into FROM later
  ) signed WHERE registry_is_shown(hidden_at, merged_into) AND security_score IS NOT NULL GROUP BY 1 HAVING sum(sign) <> 0;
  DELETE FROM registry_search WHERE server_id IN (SELECT l.id FROM later l JOIN earlier e USING (id) WHERE registry_is_shown(e.hidden_at, e.merged_into) AND NOT registry_is_shown(l.hidden_at, l.merged_into));
  PERFORM registry_add_to_search(changed.ids) FROM (
    SELECT array_agg(l.id) AS ids FROM later l JOIN earlier e USING (id)
    WHERE registry_is_shown(l.hidden_at, l.merged_into)
      AND (NOT registry_is_shown(e.hidden_at, e.merged_into) OR (l.name, l.description, l.npm_package, l.pypi_package) IS DISTINCT FROM (e.name, e.description, e.npm_package, e.pypi_package))
  ) changed WHERE ids IS NOT NULL;
  -- A rank that moved a little stays, as it stands in an index.
  UPDATE registry_search s
  SET category = l.category, grade = l.grade, source_type = l.source_type, language = l.language, status = l.status,
    rank = CASE WHEN abs(s.rank - registry_rank(l.popularity, l.security_score)) >= 3 THEN registry_rank(l.popularity, l.security_score) ELSE s.rank END
  FROM later l WHERE l.id = s.server_id
    AND ((s.category, s.grade, s.source_type, s.language, s.status) IS DISTINCT FROM (l.category, l.grade, l.source_type, l.language, l.status) OR abs(s.rank - registry_rank(l.popularity, l.security_score)) >= 3);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER registry_servers_inserted AFTER INSERT ON registry_servers REFERENCING NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION registry_servers_inserted();--> statement-breakpoint
CREATE TRIGGER registry_servers_updated AFTER UPDATE ON registry_servers REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION registry_servers_updated();--> statement-breakpoint
CREATE TRIGGER registry_servers_deleted AFTER DELETE ON registry_servers REFERENCING OLD TABLE AS earlier FOR EACH STATEMENT EXECUTE FUNCTION registry_servers_deleted();
--> statement-breakpoint
CREATE FUNCTION registry_history_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE registry_servers s SET scans = s.scans + changed.count FROM (SELECT server_id, count(*) AS count FROM changes GROUP BY 1) changed WHERE s.id = changed.server_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION registry_history_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE registry_servers s SET scans = s.scans - changed.count FROM (SELECT server_id, count(*) AS count FROM changes GROUP BY 1) changed WHERE s.id = changed.server_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER registry_history_counted AFTER INSERT ON registry_history REFERENCING NEW TABLE AS changes FOR EACH STATEMENT EXECUTE FUNCTION registry_history_counted();--> statement-breakpoint
CREATE TRIGGER registry_history_uncounted AFTER DELETE ON registry_history REFERENCING OLD TABLE AS changes FOR EACH STATEMENT EXECUTE FUNCTION registry_history_uncounted();--> statement-breakpoint
-- Servers that became one bring their histories together.
CREATE TRIGGER registry_history_moved_from AFTER UPDATE ON registry_history REFERENCING OLD TABLE AS changes FOR EACH STATEMENT EXECUTE FUNCTION registry_history_uncounted();--> statement-breakpoint
CREATE TRIGGER registry_history_moved_to AFTER UPDATE ON registry_history REFERENCING NEW TABLE AS changes FOR EACH STATEMENT EXECUTE FUNCTION registry_history_counted();
