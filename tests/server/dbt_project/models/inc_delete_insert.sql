{{ config(materialized='incremental', incremental_strategy='delete+insert', order_by='id', unique_key='id') }}
select id, site, at from {{ ref('plain') }}
{% if is_incremental() %} where id >= 2 {% endif %}
