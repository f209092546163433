-- What was scanned before is compared once with the advisories as they are.
INSERT INTO rematch_inventories (digest, cause)
SELECT DISTINCT inventory_digest, 'rules' FROM registry_revisions WHERE inventory_digest IS NOT NULL
UNION
SELECT DISTINCT inventory_digest, 'rules' FROM scans WHERE inventory_digest IS NOT NULL AND github_repository_id IS NOT NULL AND status = 'completed';
