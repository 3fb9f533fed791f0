{{ config(event_time='at') }}
select id, site, at from {{ ref('raw') }}
