{{ config(materialized='incremental', incremental_strategy='append', order_by='id') }}
select id, site, at from {{ ref('plain') }}
{% if is_incremental() %} where id >= 2 {% endif %}
