DROP INDEX "registry_servers_updated";
--> statement-breakpoint
-- A summary of blocks of pages instead of an entry a row: a change of what no other index has then stays in the page of its row.
CREATE INDEX "registry_servers_updated" ON "registry_servers" USING brin ("updated_at") WITH (pages_per_range=2,autosummarize=true);
--> statement-breakpoint
-- Lists: whatever is filtered by, the servers of a page are the beginning of one index, or of a few that are merged: those of each kind of source, or of each grade, where only
-- the other is asked for (at most 7). Each is read no further than the page. A grade by itself lies together in the order of scores.
DROP INDEX registry_list_category_score;
--> statement-breakpoint
DROP INDEX registry_list_language_score;
--> statement-breakpoint
DROP INDEX registry_list_grade_name;
--> statement-breakpoint
DROP INDEX registry_list_grade_created;
--> statement-breakpoint
CREATE INDEX registry_list_source_score ON registry_servers (source_type, score_order, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_source_score ON registry_servers (category, source_type, score_order, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_language_source_score ON registry_servers (language, source_type, score_order, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_language_source_score ON registry_servers (category, language, source_type, score_order, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_language_name ON registry_servers (category, language, name_order, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_language_created ON registry_servers (category, language, created_at, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_grade_source_name ON registry_servers ((coalesce(grade, '')), source_type, name_order, id) INCLUDE (status, grade) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_grade_source_name ON registry_servers (category, (coalesce(grade, '')), source_type, name_order, id) INCLUDE (status, grade) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_language_grade_source_name ON registry_servers (language, (coalesce(grade, '')), source_type, name_order, id) INCLUDE (status, grade) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_language_grade_source_name ON registry_servers (category, language, (coalesce(grade, '')), source_type, name_order, id) INCLUDE (status, grade) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_grade_source_created ON registry_servers ((coalesce(grade, '')), source_type, created_at, id) INCLUDE (status, grade) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_grade_source_created ON registry_servers (category, (coalesce(grade, '')), source_type, created_at, id) INCLUDE (status, grade) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_language_grade_source_created ON registry_servers (language, (coalesce(grade, '')), source_type, created_at, id) INCLUDE (status, grade) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_language_grade_source_created ON registry_servers (category, language, (coalesce(grade, '')), source_type, created_at, id) INCLUDE (status, grade) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
-- The counts that were folded, for every filter: null stands for all values. What was not folded yet is in registry_tallies.
CREATE TABLE registry_tally_sums (
  category text,
  grade text,
  source_type text,
  language text,
  status text,
  servers integer NOT NULL,
  scans bigint NOT NULL,
  critical bigint NOT NULL,
  high bigint NOT NULL,
  medium bigint NOT NULL,
  low bigint NOT NULL,
  info bigint NOT NULL,
  CONSTRAINT registry_tally_sums_kind UNIQUE NULLS NOT DISTINCT (category, grade, source_type, language, status)
) WITH (fillfactor = 70);
--> statement-breakpoint
-- Of one value each, and of all: what the statistics are made of.
CREATE INDEX registry_tally_sums_single ON registry_tally_sums (status) WHERE num_nonnulls(category, grade, source_type, language, status) <= 1;
--> statement-breakpoint
-- Marks of how far up in rank a server stands, as words that nobody can type: with one of them a search looks only among the first.
CREATE FUNCTION registry_tiers(rank integer) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN rank >= 95 THEN '''+20'' ''+30'' ''+40'' ''+50'' ''+60'' ''+70'' ''+75'' ''+80'' ''+85'' ''+90'' ''+95'''::tsvector
  WHEN rank >= 90 THEN '''+20'' ''+30'' ''+40'' ''+50'' ''+60'' ''+70'' ''+75'' ''+80'' ''+85'' ''+90'''::tsvector
  WHEN rank >= 85 THEN '''+20'' ''+30'' ''+40'' ''+50'' ''+60'' ''+70'' ''+75'' ''+80'' ''+85'''::tsvector
  WHEN rank >= 80 THEN '''+20'' ''+30'' ''+40'' ''+50'' ''+60'' ''+70'' ''+75'' ''+80'''::tsvector
  WHEN rank >= 75 THEN '''+20'' ''+30'' ''+40'' ''+50'' ''+60'' ''+70'' ''+75'''::tsvector
  WHEN rank >= 70 THEN '''+20'' ''+30'' ''+40'' ''+50'' ''+60'' ''+70'''::tsvector
  WHEN rank >= 60 THEN '''+20'' ''+30'' ''+40'' ''+50'' ''+60'''::tsvector
  WHEN rank >= 50 THEN '''+20'' ''+30'' ''+40'' ''+50'''::tsvector
  WHEN rank >= 40 THEN '''+20'' ''+30'' ''+40'''::tsvector
  WHEN rank >= 30 THEN '''+20'' ''+30'''::tsvector
  WHEN rank >= 20 THEN '''+20'''::tsvector
  ELSE ''::tsvector
END;
--> statement-breakpoint
-- How many servers stand that far up, as a job counted last: what searches are planned by.
CREATE TABLE registry_tier_counts (least_rank integer PRIMARY KEY, servers integer NOT NULL);
--> statement-breakpoint
DROP INDEX registry_search_words;
--> statement-breakpoint
CREATE INDEX registry_search_words ON registry_search USING gin ((words || registry_tiers(rank))) WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
DROP INDEX registry_search_name_words;
--> statement-breakpoint
CREATE INDEX registry_search_name_words ON registry_search USING gin ((name_words || registry_tiers(rank))) WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
-- Names that begin alike are read from these alone, with what orders them.
DROP INDEX registry_search_name;
--> statement-breakpoint
CREATE INDEX registry_search_name ON registry_search (name_key, rank DESC, server_id);
--> statement-breakpoint
DROP INDEX registry_search_bare_name;
--> statement-breakpoint
CREATE INDEX registry_search_bare_name ON registry_search (bare_key, rank DESC, server_id);
--> statement-breakpoint
DROP INDEX registry_search_rank;
--> statement-breakpoint
CREATE INDEX registry_search_rank ON registry_search (rank DESC, server_id) INCLUDE (name_key, bare_key);
