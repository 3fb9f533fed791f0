{{ config(materialized='incremental', incremental_strategy='insert_overwrite', order_by='id', partition_by='site') }}
select id, site, at from {{ ref('plain') }}
{% if is_incremental() %} where id >= 2 {% endif %}
