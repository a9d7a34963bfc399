/*
 * What a database can contain that runs when a server starts, when somebody connects or when rows are read or written,
 * and that this program never makes. Each query gives one column `what`: a description of each such thing. The queries
 * read only PostgreSQL's own tables, so they run nothing of what they find.
 */

/** The roles and databases that a cluster of ours has. */
export interface OwnCluster {
  readonly superuser: string
  /** Those of the service. */
  readonly roles: readonly string[]
  readonly databases: readonly string[]
}

/** Objects that PostgreSQL's own installation made have lower ids. */
const firstOwnId = 16_384
const superuserId = 10

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
const list = (texts: readonly string[]): string => texts.map(quote).join(', ')

/** What all databases of a cluster share. */
export function foreignInCluster({ superuser, roles, databases }: OwnCluster): string {
  const isOurs = `(oid = ${superuserId} and rolname = ${quote(superuser)} or rolname in (${list(roles)}))`
  return `
    select format('the role %I', rolname) as what from pg_authid
      where oid >= ${firstOwnId} and not ${isOurs} or oid < ${firstOwnId} and rolcanlogin and oid <> ${superuserId}
    union all
    select format('the rights of the role %I', rolname) from pg_authid
      where oid <> ${superuserId} and (rolsuper or (rolname in (${list(roles)})
        and (rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)))
    union all
    select format('the membership of %I in the role %I', pg_get_userbyid(member), pg_get_userbyid(roleid))
      from pg_auth_members where member >= ${firstOwnId} or roleid >= ${firstOwnId} or roleid = ${superuserId}
    union all
    select format('the database %I', datname) from pg_database
      where datname not in (${list(databases)}) or dathasloginevt
    union all
    select format('settings of %s: %s', case when setrole = 0 then 'every role' else pg_get_userbyid(setrole)::text end,
        array_to_string(setconfig, ', ')) from pg_db_role_setting
    union all
    select format('the tablespace %I', spcname) from pg_tablespace where spcname not in ('pg_default', 'pg_global')
    union all
    select format('the subscription %I', subname) from pg_subscription
    union all
    select format('the replication origin %s', roname) from pg_replication_origin
    union all
    select format('the rights on the setting %s', parname) from pg_parameter_acl`
}

/** A database that the service has never used. */
export function foreignInEmptyDatabase(): string {
  return foreignInDatabase('', [])
}

/** The database of the service. `owner` owns everything in it. */
export function foreignInServiceDatabase(owner: string): string {
  return foreignInDatabase(owner, ['public', 'sandbox_bank', 'graphile_worker'])
}

/** Kinds of objects that we never make, by their catalogue and the column of their name. */
const neverMade: readonly (readonly [what: string, catalogue: string, name: string])[] = [
  ['the event trigger', 'pg_event_trigger', 'evtname'],
  ['the foreign-data wrapper', 'pg_foreign_data_wrapper', 'fdwname'],
  ['the foreign server', 'pg_foreign_server', 'srvname'],
  ['the publication', 'pg_publication', 'pubname'],
  ['the policy', 'pg_policy', 'polname'],
]

/** The same, where PostgreSQL's own installation makes some. */
const neverAdded: typeof neverMade = [
  ['the access method', 'pg_am', 'amname'],
  ['the operator', 'pg_operator', 'oprname'],
  ['the operator class', 'pg_opclass', 'opcname'],
  ['the operator family', 'pg_opfamily', 'opfname'],
  ['the conversion', 'pg_conversion', 'conname'],
  ['the cast', 'pg_cast', 'castsource::regtype'],
  ['the transform', 'pg_transform', 'trftype::regtype'],
  ['extended statistics', 'pg_statistic_ext', 'stxname'],
  ['the text search configuration', 'pg_ts_config', 'cfgname'],
  ['the text search dictionary', 'pg_ts_dict', 'dictname'],
  ['the text search parser', 'pg_ts_parser', 'prsname'],
  ['the text search template', 'pg_ts_template', 'tmplname'],
  ['the collation', 'pg_collation', 'collname'],
  ['the default rights', 'pg_default_acl', 'oid'],
]

/** Expressions as PostgreSQL keeps them, with the ids of their functions. */
const expressions = `
  select 'the default of ' || adrelid::regclass as source, adbin::text as tree from pg_attrdef
  union all select 'the constraint ' || quote_ident(conname), conbin::text from pg_constraint where conbin is not null
  union all select 'the index ' || indexrelid::regclass, concat(indexprs, indpred) from pg_index
    where indexrelid >= ${firstOwnId}
  union all select 'the trigger ' || quote_ident(tgname), tgqual::text from pg_trigger where tgqual is not null
  union all select 'the view ' || ev_class::regclass, concat(ev_qual, ev_action) from pg_rewrite
    where ev_class >= ${firstOwnId}
  union all select 'the partitions of ' || partrelid::regclass, partexprs::text from pg_partitioned_table
  union all select 'the bounds of ' || oid::regclass, relpartbound::text from pg_class where relpartbound is not null
  union all select 'the type ' || oid::regtype, typdefaultbin::text from pg_type where oid >= ${firstOwnId}
  union all select 'the arguments of ' || oid::regproc, proargdefaults::text from pg_proc where oid >= ${firstOwnId}`

/** Functions in our defaults that are neither immutable nor stable. All others of that kind are refused. */
const volatileFunctions = ['nextval']

/**
 * PostgreSQL's functions in SQL and PL/pgSQL, and its views. A superuser can replace them. Its functions
 * in C are part of the program, and a row of the catalogue cannot replace them.
 */
const builtIn = `
  select md5(string_agg(code, chr(10) order by code collate "C")) from (
    select concat_ws(' ', pronamespace::regnamespace, proname, pg_get_function_identity_arguments(p.oid), lanname,
        prosecdef, proconfig, prosrc, pg_get_function_sqlbody(p.oid)) as code
      from pg_proc p join pg_language l on l.oid = prolang
      where p.oid < ${firstOwnId} and lanname not in ('internal', 'c')
    union all
    select concat_ws(' ', ev_class::regclass, rulename, pg_get_viewdef(ev_class)) from pg_rewrite
      where ev_class < ${firstOwnId}) as built_in`

/**
 * The fingerprint of PostgreSQL's own functions and views in each version that we have shipped, by
 * `server_version_num`. A server that the operator runs may have another version, whose programs and catalogues are
 * the operator's care.
 */
export const builtInFingerprints: Readonly<Record<string, string>> = { 180004: '174d5a5242d05cdc3fe745d243bd48bb' }

const builtInOfVersion = Object.entries(builtInFingerprints)
  .map(([version, fingerprint]) => `when ${quote(version)} then ${quote(fingerprint)}`)
  .join(' ')

/** What identifies a function: its schema, its kind and its text. */
export const functionFingerprint = `
  encode(sha256(convert_to(concat_ws(chr(10), pronamespace::regnamespace, proname,
    pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid), lanname, prokind, provolatile, prosecdef,
    proleakproof, array_to_string(proconfig, ','), prosrc, probin, pg_get_function_sqlbody(p.oid)), 'UTF8')), 'hex')`

/**
 * The functions that our migrations, the simulated bank and the job queue make. Fingerprints stay in this list when a
 * migration replaces a function, because older backups have the older one.
 */
export const functionFingerprints: readonly string[] = [
  // public.refuse_deletion, public.refuse_change_unless_named
  '2930080ed009bcf80ccff192102413b4460a1ae26177102400b37e0100a326eb',
  'bd06546d4846638fc12a1b14a63bd78bd5ffb54dfb1c2237fe49b1778322cfc6',
  // public.make_partition, drop_partition, delete_test_movements, delete_test_audit, analyze_table
  'ef697fe184f96bf5ef4864da0380338e7d0ffb40d7451e9f9dbfeac16a3c4dff',
  '7de9b6d57b3a62a994ea511603821d4a7fd8a77e93128bf44e90b4c959b7fd30',
  '27f2ca2cccbfac8897098540fb3471229d86d2b3db0633aa6d503e2e37e291f4',
  '376cdb92efdfd07006e03380e9cbb06d5039fbc69eb908610e18083f6db1ae63',
  'e151a3125b9eea0750da2b8ec93282f65b2b2f3acd8c3dd61eb0fe1f91d1114c',
  // sandbox_bank.refuse_change
  'c3413606a9967393581ed957779a09443304d11c3483e08973961bccefc8f64c',
  // graphile_worker: add_job, add_jobs, complete_jobs, force_unlock_workers
  'd835f673d44d77087025e7f4dfd362ec047efa9d082dc897a7d59df998c3e70a',
  '21d70ff84f9d89e2ae8d6b226c6ca9c31ebde2b9903c81c2ddcfa759eebd905a',
  '7f42b0f72d1fb4f6d728ae9701b937d1ca839e48f1ac5a39d7419b6dcc714054',
  '78539f5cf08d1fc593403ca1796be2343a9dffdc2e47093d3b102a6f061fd499',
  // graphile_worker 0.17: add_job, add_jobs
  'e41fc4c25eb9495529143250f649d2d800b97dd0a460d1b0483b58da999122fa',
  'e9851adc6299ba3b7145552e616f275605f9c205bf0ac964bcec34d0c7254997',
  // graphile_worker: permanently_fail_jobs, remove_job, reschedule_jobs
  '0f32bf2a3c26505d5127f27ffcc6cc1321b836d0ae38989d455e0edb680eb9d5',
  'e185e5ee94b30273661bc30634e8309a2b9d72dd2bd539722dd3ac50d3f528f0',
  'a546147df4a8ef635113665caaca3cf9b12b3809d005b2a2e9331c2e7034566b',
]

function foreignInDatabase(owner: string, schemas: readonly string[]): string {
  // A connection that a crash has ended leaves its temporary tables behind.
  const known = quote(`^(${[...schemas, 'pg_toast', 'pg_temp_[0-9]+', 'pg_toast_temp_[0-9]+'].join('|')})$`)
  const notOurs = (namespace: string, role: string): string =>
    `(${namespace}::regnamespace::text !~ ${known} or pg_get_userbyid(${role}) <> ${quote(owner)})`
  return `
    ${neverMade
      .map(([what, from, name]) => `select format('${what} %I', ${name}) as what from ${from}`)
      .join(' union all ')}
    union all
    ${neverAdded
      .map(([what, from, name]) => `select format('${what} %s', ${name}) from ${from} where oid >= ${firstOwnId}`)
      .join(' union all ')}
    union all
    select format('the extension %I', extname) from pg_extension where extname <> 'plpgsql'
    union all
    select format('the language %I', lanname) from pg_language
      where lanname not in ('internal', 'c', 'sql', 'plpgsql')
    union all
    select 'credentials for a foreign server' from pg_user_mapping
    union all
    select format('the function %s', p.oid::regprocedure) from pg_proc p join pg_language l on l.oid = prolang
      where p.oid >= ${firstOwnId} and (${notOurs('pronamespace', 'proowner')}
        or ${functionFingerprint} not in (${list(functionFingerprints)}))
    union all
    select format('the function %s', p.oid::regprocedure) from pg_proc p join pg_language l on l.oid = prolang
      where p.oid < ${firstOwnId} and lanname = 'c'
        and probin !~ '^[$]libdir/(plpgsql|dict_snowball|euc2004_sjis2004|[a-z0-9_]+_and_[a-z0-9_]+)$'
    union all
    select 'a changed function or view of PostgreSQL' 
      where (${builtIn}) <> case current_setting('server_version_num') ${builtInOfVersion} end
    union all
    select format('the right to execute %s', p.oid::regprocedure) from pg_proc p, aclexplode(proacl)
      where p.oid < ${firstOwnId} and grantee >= ${firstOwnId}
    union all
    select format('the table, view or sequence %s', c.oid::regclass) from pg_class c
      where c.oid >= ${firstOwnId} and (${notOurs('relnamespace', 'relowner')}
        or relkind not in ('r', 'p', 'i', 'I', 'S', 't', 'c', 'v'))
    union all
    select format('the type %s', t.oid::regtype) from pg_type t
      where t.oid >= ${firstOwnId} and (${notOurs('typnamespace', 'typowner')}
        or not (typtype = 'c' or typtype = 'b' and typelem <> 0 and typcategory = 'A'))
    union all
    select format('the schema %I', nspname) from pg_namespace
      where oid >= ${firstOwnId} and nspname !~ ${known}
    union all
    select format('the trigger %I of %s', tgname, tgrelid::regclass) from pg_trigger where tgrelid < ${firstOwnId}
    union all
    select format('the rule %I of %s', rulename, ev_class::regclass)
      from pg_rewrite r join pg_class c on c.oid = ev_class
      where ev_class >= ${firstOwnId} and (rulename <> '_RETURN' or ev_type <> '1' or relkind <> 'v')
    union all
    select distinct format('%s, which calls %s', source, f.oid::regprocedure)
      from (${expressions}) as e, regexp_matches(tree, ':\\w*(?:func|fn)(?:o?id) (\\d+)', 'g') as m(ids)
        left join pg_proc f on f.oid = ids[1]::oid
      where ids[1] <> '0' and (f.oid is null or f.oid >= ${firstOwnId}
        or f.provolatile = 'v' and f.proname not in (${list(volatileFunctions)}))`
}
