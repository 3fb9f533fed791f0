{{ config(materialized='view') }}
select site, count() as visits from {{ ref('plain') }} group by site
