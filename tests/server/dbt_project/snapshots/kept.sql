{% snapshot kept %}
{{ config(target_schema=env_var('DBT_SCHEMA'), unique_key='id', strategy='check', check_cols=['site']) }}
select id, site, at from {{ ref('raw') }}
{% endsnapshot %}
