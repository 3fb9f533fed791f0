{{ config(materialized='incremental', incremental_strategy='microbatch', order_by='id', event_time='at', batch_size='year', begin='2024-01-01') }}
select id, site, at from {{ ref('plain') }}
{% if is_incremental() %} where id >= 2 {% endif %}
